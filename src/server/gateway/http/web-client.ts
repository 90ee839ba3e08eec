import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/**
 * The source of the web client's pages and files: the build in a folder, or a development server that compiles
 * them on request.
 */
export interface WebClient {
  /** False while there is nothing to serve: pages are then refused with an explanation. */
  readonly isAvailable: boolean;
  /** File names of the pages, such as `index.html`. */
  readonly pages: ReadonlySet<string>;
  /** What its pages may start workers from beside their origin, as sources of a content security policy: nothing for a build. */
  readonly workerSources: readonly string[];
  /** The HTML of one of the pages. */
  html(page: string): Promise<string>;
  /** Adds what the files of the pages need to the app; called once, before it listens. */
  attach(app: FastifyInstance): Promise<void>;
  /** Whether an upgrade on the HTTP port belongs to a socket of its own, such as that of hot reload. */
  ownsUpgrade(request: IncomingMessage): boolean;
  /** Answers a request that no route answers. Resolves with false when it has no such file; then nothing was sent. */
  serveFile(request: FastifyRequest, reply: FastifyReply): Promise<boolean>;
}
