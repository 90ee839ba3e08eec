import { useState } from 'react';
import type { ToolPlatform } from '../../../src/plugin-api/index.ts';
import type { StrategyTemplate } from '../types.ts';
import type { EditModel } from './edit-model.ts';

const MAX_NAME_CHARACTERS = 40;
/** Value of the choice without a template; no template has this name. */
export const NO_TEMPLATE = '$none';

interface TemplateChoice {
  readonly template: string;
  readonly description: string | undefined;
  readonly choose: (name: string) => void;
}

/** The chosen template. Choosing one replaces code and parameters, after a confirmation when they were edited. */
export function useTemplateChoice({
  platform,
  model,
  templates,
}: {
  readonly platform: Pick<ToolPlatform, 'dialogs'>;
  readonly model: EditModel;
  readonly templates: readonly StrategyTemplate[];
}): TemplateChoice {
  const [template, setTemplate] = useState(NO_TEMPLATE);
  const find = (name: string) => templates.find(({ Name }) => Name === name);

  async function choose(chosen: string): Promise<void> {
    const [before, next] = [find(template), find(chosen)];
    if (isEdited(model, before) && !(await confirmTemplate(platform))) return;
    setTemplate(chosen);
    const { name } = model.get();
    model.change({
      code: next?.Code ?? '',
      parameters: next?.Parameters ?? '',
      ...(next !== undefined && (name === '' || name === before?.Name)
        ? { name: next.Name.replaceAll(',', '').slice(0, MAX_NAME_CHARACTERS) }
        : {}),
    });
  }
  return {
    template,
    description: find(template)?.Description,
    choose: (name) => void choose(name),
  };
}

function isEdited(model: EditModel, template: StrategyTemplate | undefined): boolean {
  const { code, parameters } = model.get();
  return code !== (template?.Code ?? '') || parameters !== (template?.Parameters ?? '');
}

const confirmTemplate = ({ dialogs }: Pick<ToolPlatform, 'dialogs'>): Promise<boolean> =>
  dialogs.confirm({
    title: 'Use a template',
    message: 'Replace the code and the parameters by those of the template?',
    yes: 'Replace',
    no: 'Keep',
  });
