import type { FastifyServerOptions } from 'fastify';

/**
 * Routes are validated by the catalogue, never by schemas of Fastify. Without compilers of its own Fastify would read two libraries for them, 240
 * files, at each start.
 */
export const noSchemaCompilers: NonNullable<FastifyServerOptions['schemaController']> = {
  compilersFactory: { buildValidator: refuse, buildSerializer: refuse },
};

function refuse(): never {
  throw new Error('A route has a schema of Fastify. Describe it in the catalogue of the protocol.');
}
