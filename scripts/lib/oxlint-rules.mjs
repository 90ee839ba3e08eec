// Rules of oxlint for what its own rules cannot name.

/** `new Date()` reads the clock, which rooms without time of their own may not. */
const noCurrentDate = {
  meta: { type: 'problem', schema: [] },
  create(context) {
    return {
      NewExpression(node) {
        if (node.callee.type === 'Identifier' && node.callee.name === 'Date' && node.arguments.length === 0)
          context.report({ node, message: 'Time comes in as an argument.' });
      },
    };
  },
};

export default { meta: { name: 'tapedeck' }, rules: { 'no-current-date': noCurrentDate } };
