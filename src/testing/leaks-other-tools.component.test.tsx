import { testLeaks, watchLeaks } from './open-and-close.ts';
import { toolsToCheck } from './tool-check/installed-tools.ts';

watchLeaks();
testLeaks(toolsToCheck().filter((_, index) => index % 2 === 1));
