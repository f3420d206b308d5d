import type { Format } from './format.js';
export const FORMATS: readonly Format[] = [
  {
    name: 'json',
    mediaType: 'application/json',
    contentType: 'application/json; charset=utf-8',
    description: 'JSON',
    isFile: false,
    offers: () => true,
    needs: () => [],
    list: () => {
      let n = 0;
      return {
        head: () => '[',
        records(items) {
          if (items.length === 0) return '';
          const t = (n > 0 ? ',' : '') + JSON.stringify(items).slice(1, -1);
          n += items.length;
          return t;
        },
        tail: () => ']',
      };
    },
    record: (_l, item) => JSON.stringify(item),
  },
];
