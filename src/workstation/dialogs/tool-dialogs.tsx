import type { ComponentProps } from 'react';
import type { Platform } from '../../client/types.ts';
import { symbolsIn } from '../../domain/symbols/symbol-list.ts';
import type { Dialogs } from '../../plugin-api/dialog-types.ts';
import { Dialog } from '../../ui/index.ts';
import { columnSets } from './column-sets.ts';
import { Columns } from './Columns.tsx';
import { CommandPalette, type PaletteChoice } from './CommandPalette.tsx';
import type { DialogStack } from './dialog-stack.ts';
import { ImportSymbols } from './ImportSymbols.tsx';
import { LookupDialog } from './LookupDialog.tsx';
import { openPanels } from './open-panels.tsx';
import { Saves } from './Saves.tsx';
import { createSavesModel, type SavesOutcome } from './saves-model.ts';

type PaletteOptions = Omit<ComponentProps<typeof CommandPalette>, 'onChoose'>;

/** Dialogs that nobody opens before signing in; their code is loaded with the workspaces. */
export interface ToolDialogs extends Pick<
  Dialogs,
  'symbolLookup' | 'symbolList' | 'importSymbols' | 'saves' | 'columns' | 'panel'
> {
  /** The list of all commands, windows and symbols. Resolves with the chosen one; null when it was left. */
  palette(options: PaletteOptions): Promise<PaletteChoice | null>;
}

/** Creates the dialogs of a stack. */
export type CreateToolDialogs = typeof createToolDialogs;

/** Creates the dialogs that come after signing in. */
export function createToolDialogs(
  stack: DialogStack,
  { symbols, savedDocuments, session }: Pick<Platform, 'symbols' | 'savedDocuments' | 'session'>,
  { confirm, toast }: Pick<Dialogs, 'confirm' | 'toast'>,
): ToolDialogs {
  const saves = savesDialog(stack, savedDocuments, () => session.get().isDemo, { confirm, toast });
  return {
    ...symbolDialogs(stack, symbols),
    saves,
    columns({ title = 'Columns', setType, ...rest }) {
      const openSets = columnSets(setType, saves);
      return stack.showOptional<readonly string[]>((close) => (
        <Dialog isOpen title={title} width={680} closesOutside={false} onClose={() => close(null)}>
          <Columns {...rest} openSets={openSets} close={close} />
        </Dialog>
      ));
    },
    panel: openPanels(stack, () => session.get().userId),
    palette: (options) =>
      stack.showOptional<PaletteChoice>((close) => (
        <Dialog isOpen title="Commands" width={480} closesOutside={false} onClose={() => close(null)}>
          <CommandPalette {...options} onChoose={close} />
        </Dialog>
      )),
  };
}

/** Dialogs that return symbols. */
function symbolDialogs(
  stack: DialogStack,
  symbols: Platform['symbols'],
): Pick<Dialogs, 'symbolLookup' | 'symbolList' | 'importSymbols'> {
  return {
    symbolLookup: ({ title = 'Symbol lookup', initial = '', isTyped = false, mustExist = false } = {}) =>
      stack.showOptional<string>((close) => (
        <LookupDialog title={title} onClose={close} {...{ symbols, initial, isTyped, mustExist }} />
      )),
    symbolList: async ({ title = 'Symbol lookup' } = {}) => {
      const text = await stack.showOptional<string>((close) => (
        <LookupDialog title={title} onClose={close} symbols={symbols} initial="" isList />
      ));
      return text === null ? null : symbolsIn(text);
    },
    importSymbols({ present = [] } = {}) {
      // Set once the summary is shown. From then on the symbols count as imported, however the dialog is closed.
      let known: readonly string[] | null = null;
      return stack.show<readonly string[] | null>(
        (close) => (
          <Dialog
            isOpen
            title="Import symbols"
            width={400}
            closesOutside={false}
            onClose={() => close(known)}
          >
            <ImportSymbols
              load={symbols.load}
              present={present}
              onImported={(found) => {
                known = found;
              }}
              close={() => close(known)}
            />
          </Dialog>
        ),
        () => known,
      );
    },
  };
}

/** The dialog that loads, saves and deletes the saved items of a tool. */
function savesDialog(
  stack: DialogStack,
  saves: Platform['savedDocuments'],
  isDemo: () => boolean,
  { confirm, toast }: Pick<Dialogs, 'confirm' | 'toast'>,
): Dialogs['saves'] {
  return ({ toolType, title, currentName, data, note, onGone }) =>
    stack.showOptional<SavesOutcome>((close) => {
      const model = createSavesModel({
        open: () => saves.open(),
        toolType,
        currentName,
        data,
        isDemo,
        confirm: (message) => confirm({ title, message }),
        report: (message) => toast({ message, tone: 'neutral', key: 'unsent save' }),
        close,
        ...(onGone === undefined ? {} : { onGone }),
      });
      return (
        <Dialog isOpen title={title} width={440} closesOutside={false} onClose={() => close(null)}>
          <Saves model={model} note={note} onCancel={() => close(null)} />
        </Dialog>
      );
    });
}
