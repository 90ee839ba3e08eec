// The content security policy takes style elements with this response's nonce only. Libraries that create theirs at run time
// do not know it, so it is put on every style element when it is created, and again when one of another document comes in.
(function () {
  var meta = document.querySelector('meta[name="csp-nonce"]');
  var nonce = meta === null ? '' : meta.content;
  if (nonce === '') return;
  var isStyle = function (node) {
    return (
      node !== null && typeof node === 'object' && (node.nodeName === 'STYLE' || node.nodeName === 'style')
    );
  };
  var stamping = function (prototype, name, stamps) {
    var original = prototype[name];
    prototype[name] = function () {
      if (stamps === 'argument' && isStyle(arguments[0])) arguments[0].nonce = nonce;
      var made = original.apply(this, arguments);
      if (stamps === 'result' && isStyle(made)) made.nonce = nonce;
      return made;
    };
  };
  stamping(Document.prototype, 'createElement', 'result');
  stamping(Document.prototype, 'createElementNS', 'result');
  stamping(Node.prototype, 'appendChild', 'argument');
  stamping(Node.prototype, 'insertBefore', 'argument');
})();
