import { startPostgres } from './postgres.ts';

/**
 * One PostgreSQL for all files of a run: making a cluster takes longer than most files that need one. Runs of whole suites want it
 * (`TAPEDECK_SHARED_POSTGRES`); for a single file that needs no database it would cost more than it saves.
 * `TAPEDECK_TEST_DATABASES=temporary` reports to the files that nothing has to be dropped: the cluster is removed after them.
 */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env['TAPEDECK_SHARED_POSTGRES'] === undefined) return undefined;
  const hasGivenServer = process.env['TAPEDECK_TEST_DATABASE_URL'] !== undefined;
  const postgres = await startPostgres();
  // The workers start after this and inherit it.
  process.env['TAPEDECK_TEST_DATABASE_URL'] = postgres.serverUrl;
  if (!hasGivenServer) process.env['TAPEDECK_TEST_DATABASES'] = 'temporary';
  return () => postgres.stop();
}
