import { plugins } from '../../plugins/index.ts';
import { testLeaks, watchLeaks } from './open-and-close.ts';

watchLeaks();
testLeaks(plugins.all.filter((_, index) => index % 2 === 1));
