import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { CertificateFiles } from '../../src/server/config.ts';

/** Makes a certificate for `localhost`, signed by itself, in the folder. `days` below 0: an expired one. */
export async function makeCertificate(
  folder: string,
  name = 'site',
  { days = 2 }: { days?: number } = {},
): Promise<CertificateFiles> {
  const files = { certificate: join(folder, `${name}.pem`), key: join(folder, `${name}.key`) };
  const request = 'req -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -subj /CN=localhost';
  const signing = join(folder, `${name}.csr`);
  await promisify(execFile)('openssl', [...request.split(' '), '-keyout', files.key, '-out', signing]);
  const sign = ['x509', '-req', '-in', signing, '-signkey', files.key, '-days', String(days)];
  await promisify(execFile)('openssl', [...sign, '-out', files.certificate]);
  return files;
}
