// A strict reader of the XML that Creel writes: it throws where a text is not well-formed.

/** An element. Its text is what is directly in it. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: XmlElement[];
  text: string;
}

const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n';
const CHARACTERS = /^[\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]*$/u;
const NAME = '[A-Za-z_][\\w.-]*(?::[A-Za-z_][\\w.-]*)?';
const MARKUP = new RegExp(`<(/?)(${NAME})((?:\\s+${NAME}="[^"<]*")*)\\s*(/?)>`, 'y');
const ATTRIBUTE = new RegExp(`(${NAME})="([^"]*)"`, 'g');
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Reads a document with its declaration; comments, CDATA and processing instructions are refused. */
export function readXml(text: string): XmlElement {
  if (!text.startsWith(DECLARATION)) throw new Error('There is no declaration');
  if (!CHARACTERS.test(text)) throw new Error('There is a character that XML cannot hold');
  const document: XmlElement = { name: '', attributes: {}, children: [], text: '' };
  const open = [document];
  let at = DECLARATION.length;
  while (at < text.length) {
    const parent = open.at(-1) as XmlElement;
    const next = text.indexOf('<', at);
    const content = unescaped(text.slice(at, next < 0 ? undefined : next));
    parent.text += content;
    if (next < 0) break;
    MARKUP.lastIndex = next;
    const [markup, end, name = '', attributes = '', empty] = MARKUP.exec(text) ?? [];
    if (markup === undefined) throw new Error(`There is no tag at ${text.slice(next, next + 40)}`);
    at = next + markup.length;
    if (end) {
      if (open.pop()?.name !== name || open.length === 0) throw new Error(`${name} was not open`);
      continue;
    }
    const found = [...attributes.matchAll(ATTRIBUTE)].map(([, key, value = '']) => [key, unescaped(value)]);
    const element: XmlElement = { name, attributes: Object.fromEntries(found), children: [], text: '' };
    parent.children.push(element);
    if (!empty) open.push(element);
  }
  const [root] = document.children;
  if (open.length !== 1 || document.children.length !== 1 || !root || document.text.trim() !== '')
    throw new Error('There is not just one element at the root');
  return root;
}

function unescaped(text: string): string {
  if (text.includes(']]>')) throw new Error('A text has ]]>');
  return text.replace(/\r\n?/g, '\n').replace(/&([^;]*;?)/g, (_, name: string) => {
    const character = ENTITIES[name.slice(0, -1)];
    if (!name.endsWith(';') || character === undefined) throw new Error(`There is no entity &${name}`);
    return character;
  });
}
