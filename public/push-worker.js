// Shows notifications that the server sends to this browser while no page is open. It serves no pages and caches nothing: its scope holds none.
(function () {
  self.addEventListener('push', function (event) {
    var notice = event.data === null ? null : event.data.json();
    if (notice === null) return;
    event.waitUntil(
      self.registration.showNotification(notice.title, {
        body: notice.text,
        // The same delivery, sent twice, is shown once.
        tag: notice.id,
        timestamp: notice.atMs,
        icon: new URL('../favicon.svg', self.registration.scope).href,
      }),
    );
  });

  self.addEventListener('notificationclick', function (event) {
    event.notification.close();
    var workspace = new URL('../workspace', self.registration.scope).href;
    event.waitUntil(
      self.clients.matchAll({ type: 'window', includeUncontrolled: true }).then(function (pages) {
        var root = new URL('../', self.registration.scope).href;
        var open = pages.filter(function (page) {
          return page.url.indexOf(root) === 0;
        })[0];
        return open === undefined ? self.clients.openWindow(workspace) : open.focus();
      }),
    );
  });
})();
