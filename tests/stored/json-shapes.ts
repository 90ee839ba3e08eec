import { readSavedBasket, savedBasketSchema } from '../../plugins/basket/state.ts';
import { orderTemplateSchema, readTemplate } from '../../src/plugin-api/order-templates.ts';
import { toJsonSchema } from '@valibot/to-json-schema';
import type { GenericSchema } from 'valibot';
import { plugins } from '../../plugins/index.ts';
import {
  fromSaved as readSavedScreen,
  marketScreenState,
  toSaved,
} from '../../plugins/market-screen/state.ts';
import { listToSave, readSavedList } from '../../plugins/market-view/saved-list.ts';
import { marketViewState } from '../../plugins/market-view/state.ts';
import { fromSaved as readSavedAlerts } from '../../plugins/price-alerts/alerts.ts';
import { savedAlertsSchema } from '../../plugins/price-alerts/state.ts';
import { readSettings, writeSettings } from '../../src/client/settings/user-settings.ts';
import { ALERT_SCHEMA_VERSION, newAlert, readAlert } from '../../src/domain/alerts/index.ts';
import { DRAWING_SCHEMA_VERSION, readDrawing } from '../../src/domain/drawings/index.ts';
import { drawing } from '../../src/domain/drawings/testing.ts';
import { restoreState, type AnyPlugin } from '../../src/plugin-api/index.ts';
import {
  LAYOUT_SAVE_TYPE,
  layoutDataSchema,
  layoutsIn,
} from '../../src/workstation/workspace/saved-layouts.ts';
import { statesWithoutWindow } from '../../src/workstation/workspace/states-without-window.ts';
import { readWorkspaces } from '../../src/workstation/workspace/stored-workspaces.ts';
import { SCHEMA_VERSION, workspacesSchema } from '../../src/workstation/workspace/workspace-state.ts';

/** A kind of stored JSON data. */
export interface JsonShape {
  /** Folder of the fixtures. */
  readonly name: string;
  /** Version of the data that today's code writes. */
  readonly version: number;
  /** Description of what today's code accepts or writes. */
  readonly schema: () => unknown;
  /** What today's code makes of the stored data of a version. */
  readonly read: (data: unknown, version: number) => unknown;
}

/** JSON Schema of the accepted data. What it cannot describe is left out; the fixtures cover it. */
const described = (schema: GenericSchema): unknown =>
  toJsonSchema(schema, { errorMode: 'ignore', typeMode: 'input' });

const toolState = ({ id, state }: AnyPlugin): JsonShape => ({
  name: `tool-${id}`,
  version: state.migrations.length,
  schema: () => ({
    migrations: state.migrations.map(({ name }) => name),
    initial: Object.keys(state.initial as object),
    data: described(state.schema),
  }),
  read: (data, version) => restoreState(state, { version, data }),
});

/** Names and types of all fields, for data whose schema is private to its reader. */
function fieldsOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(fieldsOf);
  if (typeof value !== 'object' || value === null) return value === null ? 'null' : typeof value;
  const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(fields.map(([name, field]) => [name, fieldsOf(field)]));
}

const NEW_ID = (): string => 'new-id';

export const JSON_SHAPES: readonly JsonShape[] = [
  ...plugins.all.map(toolState),
  {
    name: 'workspaces',
    version: SCHEMA_VERSION,
    schema: () => described(workspacesSchema),
    read: (data) => {
      const text = JSON.stringify(data);
      return { ...readWorkspaces(text), withoutWindow: statesWithoutWindow(text) };
    },
  },
  {
    name: 'user-settings',
    version: 0,
    schema: () => {
      const newWindows = { chart: { version: 0, data: {} } };
      const orderKeys = [{ key: 'Shift+KeyB', text: 'Cancel all' }];
      const toolSettings = { ladder: { version: 0, values: { rows: 20 } } };
      const chosen = { toolbarItems: ['chart'], newWindows, orderKeys, toolSettings };
      return fieldsOf(JSON.parse(writeSettings({ ...readSettings(null), ...chosen })));
    },
    read: (data) => readSettings(JSON.stringify(data)),
  },
  {
    name: 'saved-market-view',
    version: 0,
    schema: () => fieldsOf(listToSave(marketViewState.initial)),
    read: readSavedList,
  },
  {
    name: 'saved-market-screen',
    version: 0,
    schema: () => fieldsOf(toSaved(marketScreenState.initial)),
    read: readSavedScreen,
  },
  {
    name: 'saved-price-alerts',
    version: 0,
    schema: () => described(savedAlertsSchema),
    read: (data) => readSavedAlerts(data, 'Levels', NEW_ID),
  },
  {
    name: 'saved-basket',
    version: 0,
    schema: () => described(savedBasketSchema),
    read: (data) => readSavedBasket(data, NEW_ID),
  },
  {
    name: 'saved-order-template',
    version: 1,
    schema: () => described(orderTemplateSchema),
    read: readTemplate,
  },
  {
    name: 'saved-layout',
    version: 0,
    schema: () => described(layoutDataSchema),
    read: (Data) => layoutsIn([{ Id: '1', Type: LAYOUT_SAVE_TYPE, Name: 'Wide', Data }]),
  },
  {
    name: 'alert-document',
    version: ALERT_SCHEMA_VERSION,
    schema: () => fieldsOf(newAlert('id', 'SPY', 'Last')),
    read: (data, version) => readAlert(version, data),
  },
  {
    name: 'drawing-document',
    version: DRAWING_SCHEMA_VERSION,
    schema: () => fieldsOf(drawing()),
    read: (data, version) => readDrawing(version, data),
  },
];
