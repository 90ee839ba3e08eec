import type { ToolWindow } from '../../../src/plugin-api/index.ts';
import { lookOf, readLook, TEMPLATES_TYPE } from '../look.ts';
import type { ChartState } from '../state.ts';

const TITLE = 'Chart templates';

/** Opens the user's templates: one is applied to the chart, or its look is saved as one. */
export async function openTemplates(window: ToolWindow<ChartState>): Promise<void> {
  const { dialogs, joinSteps } = window.platform;
  const done = await dialogs.saves({
    toolType: TEMPLATES_TYPE,
    title: TITLE,
    currentName: null,
    data: () => lookOf(window.getState()),
  });
  if (done?.kind !== 'loaded') return;
  const look = readLook(done.data);
  if (look === null)
    return dialogs.alert({
      title: TITLE,
      message: `"${done.name}" is not a template that Chart can read. Nothing was changed.`,
    });
  joinSteps({ title: `Apply template ${done.name}` }, () => window.update(look));
}
