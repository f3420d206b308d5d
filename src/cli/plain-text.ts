// Text of anyone's for a terminal: nothing in it can move the cursor or turn the line around.

/** The text with control and direction characters spelled out, as `\u001b`. */
export const plainText = (text: string): string =>
  text.replace(
    /[\p{Control}\p{Bidi_Control}]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** The text as one word of a shell's command, quoted where it has to be. */
export const shellWord = (text: string): string =>
  /^[\w./][\w./-]*$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;

/** Rows under their headings, each column as wide as its longest cell; ends with a line break. */
export function printTable(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [headings, ...rows].map((row) => row.map(plainText));
  const widths = headings.map((_, column) => Math.max(...lines.map((row) => row[column]?.length ?? 0)));
  const print = (row: readonly string[]) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0));
  return lines.map((row) => `${print(row).join('  ').trimEnd()}\n`).join('');
}
