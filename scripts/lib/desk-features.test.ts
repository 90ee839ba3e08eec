import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { plugins } from '../../plugins/index.ts';
import { deskFeatures } from './desk-features.ts';

const features = deskFeatures(fileURLToPath(new URL('../..', import.meta.url)));

it('what the build knows of the tools is what the desk registers', () => {
  const registered = plugins.all.flatMap(({ id, commands }) => [
    id,
    ...commands.map((command) => `${id}.${command.id}`),
  ]);
  expect(features).toEqual(expect.arrayContaining(registered));
  expect(features.filter((feature) => !feature.includes('.')).toSorted()).toEqual(
    plugins.all.map(({ id }) => id).toSorted(),
  );
});

it('no feature is listed twice', () => {
  expect(new Set(features).size).toBe(features.length);
});
