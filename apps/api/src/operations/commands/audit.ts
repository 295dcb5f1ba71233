import pg from 'pg';
import { auditLedger, invariants } from '../../ledger/audit/invariants.js';
import { readDatabaseUrl } from '../../platform/config/settings.js';
import { runAsCommand } from './command.js';

await runAsCommand(import.meta.url, async () => {
  const client = new pg.Client({ connectionString: readDatabaseUrl(process.env, 'data') });
  await client.connect();
  const findings = await auditLedger(client).finally(() => client.end());
  for (const invariant of Object.keys(invariants)) {
    const rows = findings.filter((finding) => finding.invariant === invariant).map(({ row }) => row);
    console.log(`${rows.length ? 'BROKEN' : 'ok    '}  ${invariant}`);
    if (rows.length) console.table(rows);
  }
  process.exitCode = findings.length ? 1 : 0;
});
