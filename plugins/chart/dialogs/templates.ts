import type { ToolWindow } from '../../../src/plugin-api/index.ts';
import { templateOf, readTemplate, TEMPLATES_TYPE } from '../template.ts';
import type { ChartState } from '../state.ts';

const TITLE = 'Chart templates';

/** Opens the user's templates: one is applied to the chart, or its settings are saved as one. */
export async function openTemplates(window: ToolWindow<ChartState>): Promise<void> {
  const { dialogs, joinSteps } = window.platform;
  const done = await dialogs.saves({
    toolType: TEMPLATES_TYPE,
    title: TITLE,
    currentName: null,
    data: () => templateOf(window.getState()),
    note: 'Loading copies a template to this chart. Later changes of the template do not change the chart.',
  });
  if (done?.kind !== 'loaded') return;
  const template = readTemplate(done.data);
  if (template === null)
    return dialogs.alert({
      title: TITLE,
      message: `"${done.name}" is not a template that Chart can read. Nothing was changed.`,
    });
  joinSteps({ title: `Apply template ${done.name}` }, () => window.update(template));
}
