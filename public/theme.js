// Runs before the first paint, so that a dark desk does not flash white. The settings store is the authority; this is its echo.
(function () {
  try {
    var look = JSON.parse(localStorage.getItem('tapedeck.look') || '{}');
    var root = document.documentElement;
    if (look.theme === 'dark' || look.theme === 'light') root.dataset.theme = look.theme;
    if (look.density === 'compact' || look.density === 'normal') root.dataset.density = look.density;
    if (['classic', 'color-safe', 'red-up'].includes(look.palette)) root.dataset.palette = look.palette;
  } catch {
    // Storage is blocked or holds something else: the default look stands.
  }
})();
