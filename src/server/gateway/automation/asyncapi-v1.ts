import { apiV1Stream, type ApiV1StreamEvent } from '../../../protocol/api-v1-stream.ts';
import { schemaOf, type JsonSchema } from '../http/docs/openapi.ts';

interface Reference {
  readonly $ref: string;
}
interface EventMessage {
  readonly name: string;
  readonly summary: string;
  readonly contentType: 'application/json';
  readonly payload: JsonSchema;
}

/** As much of AsyncAPI 3.0 as the stream needs. */
export interface ApiV1EventsDocument {
  readonly asyncapi: '3.0.0';
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly defaultContentType: 'application/json';
  readonly channels: Readonly<
    Record<
      'stream',
      {
        readonly address: string;
        readonly description: string;
        readonly messages: Readonly<Record<string, Reference>>;
      }
    >
  >;
  readonly operations: Readonly<
    Record<
      'sendEvents',
      {
        readonly action: 'send';
        readonly channel: Reference;
        readonly summary: string;
        readonly messages: readonly Reference[];
        readonly security: readonly Reference[];
        readonly bindings: {
          readonly http: {
            readonly method: 'GET';
            readonly query: JsonSchema;
            readonly bindingVersion: '0.3.0';
          };
        };
      }
    >
  >;
  readonly components: {
    readonly messages: Readonly<Record<string, EventMessage>>;
    readonly securitySchemes: Readonly<Record<string, unknown>>;
  };
}

/** The description of the stream of events, from the table that serves it. */
export function apiV1EventsDocument(version: string): ApiV1EventsDocument {
  const events = Object.entries<ApiV1StreamEvent>(apiV1Stream.events);
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Tapedeck stream for programs',
      version,
      description:
        'Quotes, trades and order reports as server-sent events, with an API key. Each event has its name in `event` and its data as JSON in `data`. Values are those of the HTTP API, which openapi.json describes. docs/automation/api.md is the guide.',
    },
    defaultContentType: 'application/json',
    channels: {
      stream: {
        address: apiV1Stream.path,
        description: apiV1Stream.doc,
        messages: Object.fromEntries(
          events.map(([name]) => [name, { $ref: `#/components/messages/${name}` }]),
        ),
      },
    },
    operations: {
      sendEvents: {
        action: 'send',
        channel: { $ref: '#/channels/stream' },
        summary: 'The server sends events to the program that has made the call.',
        messages: events.map(([name]) => ({ $ref: `#/channels/stream/messages/${name}` })),
        security: [{ $ref: '#/components/securitySchemes/apiKey' }],
        bindings: {
          http: { method: 'GET', query: schemaOf(apiV1Stream.params, 'input'), bindingVersion: '0.3.0' },
        },
      },
    },
    components: {
      messages: Object.fromEntries(
        events.map(([name, { data, doc }]) => [
          name,
          {
            name,
            summary: doc,
            contentType: 'application/json' as const,
            payload: schemaOf(data, 'output'),
          },
        ]),
      ),
      securitySchemes: {
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          description: 'An API key of the profile with the scope read, which begins with tdk_.',
        },
      },
    },
  };
}
