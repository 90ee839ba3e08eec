import * as v from 'valibot';
import { longText, shortText } from './fields.ts';
import type { HttpRoute } from './http-route.ts';

/** HTTP calls about third-party tools. */
export const toolsHttp = {
  thirdPartyTools: {
    method: 'GET',
    path: '/api/Tools',
    auth: 'bearer',
    body: null,
    response: v.object({
      Items: v.array(
        v.object({
          Id: shortText,
          Title: shortText,
          Summary: shortText,
          Version: shortText,
          Sha256: shortText,
          Permissions: v.array(shortText),
          Commands: v.array(v.object({ Id: shortText, Title: shortText })),
          Settings: v.nullable(v.record(v.string(), v.unknown())),
          Help: v.array(v.unknown()),
        }),
      ),
      NotLoaded: v.array(v.object({ Folder: shortText, Reasons: v.array(longText) })),
    }),
    doc: 'The third-party tools of this server: what their manifests say, the SHA-256 of their entries, the permissions that they request, and their commands. Settings: the settings of a tool as its tool.json declares them, null for none. Help: its help pages, likewise. NotLoaded: folders of tools that are not served, and why. The page of a tool is at /api/Tools/{Id}/{Sha256}, for a signed-in user.',
  },
} as const satisfies Record<string, HttpRoute>;
