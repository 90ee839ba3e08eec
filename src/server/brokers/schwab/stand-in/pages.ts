/** Pages of the stand-in broker, kept as simple as they can be. */

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const page = (title: string, content: string): string => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><link rel="icon" href="data:,"><title>${escaped(title)}</title>
<style>body{font:14px/1.5 system-ui,sans-serif;max-width:26rem;margin:12vh auto;padding:0 1rem;color:#1b1f24;background:#fff}h1{font-size:1.1rem}button{font:inherit;padding:.4rem .9rem;margin-right:.5rem}</style></head>
<body><main><h1>${escaped(title)}</h1>${content}</main></body>
</html>
`;

/** The page on which a user allows an application to trade for them. */
export function consentPage(fields: Readonly<Record<string, string>>, accounts: readonly string[]): string {
  const hidden = Object.entries(fields)
    .map(([name, value]) => `<input type="hidden" name="${escaped(name)}" value="${escaped(value)}">`)
    .join('');
  return page(
    'Stand-in broker',
    `
<p>This is not a real broker: it stands in for one in tests and demonstrations.</p>
<p>An application asks to read and place orders in ${accounts.length === 1 ? 'account' : 'accounts'} ${escaped(accounts.join(', '))}.</p>
<form method="post">${hidden}<button name="decision" value="allow">Allow</button><button name="decision" value="deny">Cancel</button></form>`,
  );
}

/** The HTML page of the stand-in for an error, with the message escaped. */
export function errorPage(message: string): string {
  return page('Stand-in broker', `<p>${escaped(message)}</p>`);
}
