// Adds copy buttons to the panel; without it, text is selected and copied by hand.

for (const box of document.querySelectorAll('[data-copy]')) {
  const code = box.querySelector('code');
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'copy secondary outline';
  button.textContent = 'Copy';
  button.setAttribute('aria-label', `Copy ${box.dataset.copy}`);
  const said = document.createElement('span');
  said.className = 'said';
  said.setAttribute('role', 'status');
  button.addEventListener('click', async () => {
    said.textContent = (await copy(code)) ? 'Copied' : 'Press Ctrl+C';
  });
  box.append(button, said);
}

/** The clipboard is there on safe connections only; elsewhere the text is selected, and the old command tried. */
async function copy(code) {
  try {
    await navigator.clipboard.writeText(code.textContent);
    return true;
  } catch {
    getSelection().selectAllChildren(code);
    return document.execCommand('copy');
  }
}
