/**
 * Restores the page after a test: the test files of a worker share one window. Throws when the test left elements or stored items, which the next
 * test would find; they are removed first, so that only the test that left them fails. Address, title and the attributes of the root element, which
 * every rendered workstation sets, are reset without an error.
 */
export function cleanPage(): void {
  const left = [
    ...[...document.body.children].map(({ outerHTML }) => outerHTML.slice(0, 200)),
    ...Object.keys(localStorage).map((key) => `localStorage ${key}`),
    ...Object.keys(sessionStorage).map((key) => `sessionStorage ${key}`),
  ];
  document.body.replaceChildren();
  localStorage.clear();
  sessionStorage.clear();
  document.title = '';
  for (const name of document.documentElement.getAttributeNames())
    document.documentElement.removeAttribute(name);
  history.replaceState(null, '', '/');
  if (left.length > 0) throw new Error(`The test left on the page: ${left.join(', ')}`);
}
