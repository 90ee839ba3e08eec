import { useState } from 'react';
import type { DocumentVersion } from '../../client/types.ts';
import { Tabs } from '../../ui/index.ts';
import type { Desk } from '../desk-context.ts';
import { performWithToast } from '../shell/undo-toast.ts';
import { DocumentHistory, type DocumentHistoryProps } from './DocumentHistory.tsx';
import type { TextNames } from './document-texts.ts';
import { HistoryDialog, type HistoryDialogProps } from './HistoryDialog.tsx';
import { restoreDocument } from './restore-document.ts';
import { restoreStep } from './version-changes.ts';

/** Opens the history of workspaces and documents. What has not been stored yet is stored before, so that it is in the list. */
export async function openHistory(desk: Desk): Promise<void> {
  const { dialogs, platform, workspaces, plugins, docks } = desk;
  docks.flush();
  // What cannot be stored now is reported by the page, and the list is shown without it.
  await platform.settings.flush().catch(() => undefined);
  const parts: HistoryPartsProps = {
    workspaces: {
      history: platform.workspaceHistory,
      workspaces,
      titleOf: (tool) => plugins.get(tool)?.title ?? tool,
      onRestore: (then) =>
        performWithToast(desk, restoreStep(workspaces.getState(), then), `${then.Name} restored.`),
    },
    documents: {
      calls: platform.documents,
      names: () => textNames(desk),
      onRestore: (version) => restore(desk, version),
    },
  };
  await dialogs.open<never>({
    title: 'History of workspaces',
    width: 720,
    content: () => <HistoryParts {...parts} />,
  });
}

interface HistoryPartsProps {
  readonly workspaces: HistoryDialogProps;
  readonly documents: DocumentHistoryProps;
}

function HistoryParts({ workspaces, documents }: HistoryPartsProps) {
  const [part, setPart] = useState<'workspaces' | 'documents'>('workspaces');
  return (
    <Tabs
      label="Parts of the history"
      value={part}
      onChange={setPart}
      items={[
        { id: 'workspaces', label: 'Workspaces', content: <HistoryDialog {...workspaces} /> },
        {
          id: 'documents',
          label: 'Alerts, drawings and saved items',
          content: <DocumentHistory {...documents} />,
        },
      ]}
    />
  );
}

async function textNames({ plugins }: Desk): Promise<TextNames> {
  const drawing = plugins.all.find(({ state }) => state.drawings !== undefined)?.state.drawings;
  const toolOf = (toolType: string) =>
    plugins.all.find(({ savedItemType }) => savedItemType === toolType)?.title ?? toolType;
  const unknown = () => ({ label: 'Drawing', hasText: false });
  return { drawingKind: (await drawing?.kinds()) ?? unknown, toolOf };
}

async function restore(desk: Desk, version: DocumentVersion): Promise<void> {
  const { dialogs } = desk;
  try {
    dialogs.toast({ message: await restoreDocument(desk, version), tone: 'success' });
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : 'The document could not be restored.';
    dialogs.toast({ message, tone: 'error' });
  }
}
