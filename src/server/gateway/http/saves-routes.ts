import type { FastifyReply } from 'fastify';
import type { Result } from '../../../domain/assert/assert.ts';
import type { SavesService } from '../../saves/create-saves-service.ts';
import type { SavedItemRecord } from '../../storage/repositories.ts';
import type { Handlers } from '../../http-kit/route-types.ts';
import type { Principal } from '../../identity/identity.ts';
import { keptUserAgent } from '../browser-name.ts';

const toWire = ({ id, name }: SavedItemRecord) => ({ Id: id, Name: name });
const answer = <Value, Wire>(
  result: Result<Value, string>,
  wire: (value: Value) => Wire,
): Wire | { Error: string } => (result.ok ? wire(result.value) : { Error: result.error });

const ownerOf = (caller: Principal, reply: FastifyReply) => ({
  ...caller,
  userAgent: keptUserAgent(reply.request.headers['user-agent']),
});

/** The calls for saved lists, filters and alerts. What cannot be done is answered with 200 and an Error. */
export function savesRoutes(
  saves: SavesService,
): Pick<Handlers, 'settingsList' | 'settingsLists' | 'settingsSave' | 'settingsDelete' | 'settingsLoad'> {
  return {
    async settingsList({ caller, params }) {
      return (await saves.list(caller, params.toolType)).map(toWire);
    },
    async settingsLists({ caller }) {
      const byTool = Map.groupBy(await saves.lists(caller), (item) => item.toolType);
      return Object.fromEntries([...byTool].map(([toolType, items]) => [toolType, items.map(toWire)]));
    },
    async settingsSave({ caller, params, body, reply }) {
      const id = params.settingId === undefined ? undefined : Number(params.settingId);
      return answer(
        await saves.save(ownerOf(caller, reply), {
          toolType: params.toolType,
          name: params.name,
          data: body,
          id,
        }),
        toWire,
      );
    },
    async settingsDelete({ caller, params, reply }) {
      return answer(await saves.remove(ownerOf(caller, reply), Number(params.id)), () => ({}));
    },
    async settingsLoad({ caller, params, reply }) {
      const loaded = await saves.load(caller, Number(params.id));
      // Data may be a bare string or number, which Fastify would send as plain text.
      reply.type('application/json; charset=utf-8');
      return JSON.stringify(loaded.ok ? loaded.value : { Error: loaded.error });
    },
  };
}
