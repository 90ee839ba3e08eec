import { useState } from 'react';
import { isSameName } from '../../src/domain/names/same-name.ts';
import {
  readTemplate,
  TEMPLATE_SAVE_TYPE,
  type SavedTemplate,
  type ToolPlatform,
  useReadable,
  useSession,
} from '../../src/plugin-api/index.ts';
import { Button, Checkbox, Select } from '../../src/ui/index.ts';
import { defaultTemplateId, setDefaultTemplate } from './default-template.ts';
import form from './OrderForm.module.css';
import { withTemplate } from './order-templates.ts';
import { templateOf } from './template-of.ts';
import type { Ticket } from './ticket.ts';
import { useSavedTemplates } from './use-templates.ts';

const NOTE =
  'A template has everything that is attached here: the distances and shares of the exits, trail, break-even and time exit, or the condition. Loading it changes nothing else of the ticket.';
/** No save has this id. */
const NONE = 'none';

interface TemplateFieldsProps {
  readonly platform: ToolPlatform;
  readonly ticket: Ticket;
  readonly change: (part: Partial<Ticket>) => void;
}

/** Saved exits and conditions: chosen, saved and deleted, and which ones new orders of the account begin with. */
export function TemplateFields({ platform, ticket, change }: TemplateFieldsProps) {
  const templates = useSavedTemplates(platform);
  const account = useSession(platform, (session) => session.account);
  const defaultId = useReadable(platform.settings, () => defaultTemplateId(platform));
  const [chosenId, setChosenId] = useState(defaultId ?? NONE);
  const chosen = templates.find(({ id }) => id === chosenId);
  const choose = (template: SavedTemplate | undefined) => {
    setChosenId(template?.id ?? NONE);
    if (template !== undefined) change(withTemplate(ticket, template.template));
  };
  return (
    <>
      <div className={form.pair}>
        <Select
          label="Template"
          value={chosen?.id ?? NONE}
          options={[
            { value: NONE, label: 'None' },
            ...templates.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChange={(id) => choose(templates.find((template) => template.id === id))}
        />
        <Button
          tone="quiet"
          onClick={() => void manage(platform, ticket, chosen?.name ?? null, { change, setChosenId })}
        >
          Save or delete…
        </Button>
      </div>
      <Checkbox
        label={`New orders of ${account ?? 'the account'} begin with this template`}
        isChecked={chosen !== undefined && chosen.id === defaultId}
        isDisabled={chosen === undefined || account === null}
        onChange={(isDefault) => void makeDefault(platform, isDefault ? (chosen?.id ?? null) : null)}
      />
    </>
  );
}

async function makeDefault(platform: ToolPlatform, id: string | null): Promise<void> {
  try {
    await setDefaultTemplate(platform, id);
  } catch (error) {
    platform.dialogs.toast({
      message: error instanceof Error ? error.message : 'The default was not saved. Try again.',
      tone: 'error',
      key: 'order-template',
    });
  }
}

/** Opens the dialog of saved templates. What is loaded changes the exits of the ticket. */
async function manage(
  platform: ToolPlatform,
  ticket: Ticket,
  currentName: string | null,
  { change, setChosenId }: Pick<TemplateFieldsProps, 'change'> & { setChosenId: (id: string) => void },
): Promise<void> {
  const present = templateOf(ticket);
  const done = await platform.dialogs.saves({
    toolType: TEMPLATE_SAVE_TYPE,
    title: 'Templates of attached orders',
    currentName,
    data: () => (present.ok ? present.value : null),
    note: present.ok ? NOTE : present.error,
    onGone: () => setChosenId(NONE),
  });
  if (done === null) return;
  const rows = platform.savedDocuments.get()?.get().rows ?? [];
  const row = rows.find(({ Type, Name }) => Type === TEMPLATE_SAVE_TYPE && isSameName(Name, done.name));
  setChosenId(row?.Id ?? NONE);
  if (done.kind === 'saved') return;
  const template = readTemplate(done.data);
  if (template !== null) return change(withTemplate(ticket, template));
  platform.dialogs.toast({
    message: `"${done.name}" is not a template that can be read. Nothing was changed.`,
    tone: 'warning',
    key: 'order-template',
  });
}
