import { symbolTool } from '../../src/plugin-api/index.ts';

export const { symbolToShow, showSymbol, chooseSymbol } = symbolTool('market-maker');
