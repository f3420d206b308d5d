// docs/errors.md and the page that problems link to tell every error of the code, and no other.

import { ERRORS } from '../../src/errors.js';
import { startApp } from '../support/app.js';
import { plain, readTable } from '../support/read-table.js';

const rows = readTable('errors.md', ['Code', 'Status', 'Title', 'When', 'What to do']);

test('the documented errors are those of the code, in its order: code, status, title, when it comes and what to do', () => {
  const documented = rows.map(([code, status, title, when, advice]) => [
    plain(code),
    { status: Number(status), title, when, advice },
  ]);
  expect(documented).toEqual(Object.entries(ERRORS));
});

test('the page /errors has a place for each, by its status, with the same texts', async () => {
  const app = await startApp();
  const { text, headers } = await app.request('/errors');
  await app.close();
  expect(headers['content-type']).toBe('text/html; charset=utf-8');
  expect(text).not.toMatch(/<(?:script|style)|\sstyle=|\son\w+=/);
  const groups = text.split('<h2>').slice(1);
  const shown = groups.flatMap((group) =>
    [...group.matchAll(/<section id="([^"]*)">\n(.*?)\n<\/section>/gs)].map(([, code, body = '']) => {
      const [title, when, advice] = [
        /<\/a> (.*)<\/h3>/,
        /<dt>When<\/dt><dd>(.*?)<\/dd>/,
        /to do<\/dt><dd>(.*?)<\/dd>/,
      ].map((part) => toMarkdown(part.exec(body)?.[1] ?? ''));
      return [code, { status: Number(group.slice(0, 3)), title, when, advice }];
    }),
  );
  expect(shown).toHaveLength(Object.keys(ERRORS).length);
  expect(Object.fromEntries(shown)).toEqual(ERRORS);
});

const toMarkdown = (html: string): string =>
  html
    .replaceAll(/<\/?code>/g, '`')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
