import { parseArgs } from 'node:util';
import {
  DISPUTE_COUNTS_DAYS,
  disputeAward,
  disputeEndsAt,
  side as sides,
  type DisputeAward,
  type Side,
} from '@spareswipe/contract';
import { deskContract } from '@spareswipe/contract/desk';
import type { INestApplicationContext } from '@nestjs/common';
import { AppError } from '../../platform/common/app-error.js';
import { DeskModule } from '../../desk/desk.module.js';
import { QueueService } from '../../desk/queue.service.js';
import { DisputesService } from '../../exchange/disputes/disputes.service.js';
import { LimitsModule } from '../../platform/limits/limits.module.js';
import { OperatorsService } from '../../people/operators/operators.service.js';
import { runAsCommand } from './command.js';
import { withPartOfTheApi } from './part-of-the-api.js';

const USAGE = 'Use: disputes, or: disputes decide MATCH requester|fulfiller|nobody --as EMAIL --reason "…"';

type OpenDispute = Awaited<ReturnType<DisputesService['listOpen']>>[number];

function print(dispute: OpenDispute): void {
  const { matchId, openedAt, mealDescription, location } = dispute;
  console.log(`\n${matchId}  ${mealDescription}, ${location}`);
  console.log(`opened ${inMinutes(openedAt)}, ends ${inMinutes(disputeEndsAt(openedAt))} unless somebody decides`);
  console.table(
    Object.fromEntries(
      sides.options.map((side) => {
        const { id, name, disputes } = dispute[side];
        return [side, { name, student: id, [`disputes in ${DISPUTE_COUNTS_DAYS} days`]: disputes }];
      }),
    ),
  );
  for (const side of sides.options) console.log(`${side}: ${whatSaid(dispute, side)}`);
}

/** In the order of an exchange. A rating may also have completed it: then both have the same time. */
function whatSaid(dispute: OpenDispute, side: Side): string {
  const { hereAt, metAt, followedThrough, ratedAt } = dispute[side];
  const said: [string, Date | string | null][] = [
    ['at the place', hereAt],
    [`said "It's them"`, metAt],
    ['completed it', dispute.completedBy === side ? dispute.completedAt : null],
    [followedThrough ? 'rated "Yes"' : 'rated "No"', ratedAt],
  ];
  return said.flatMap(([what, when]) => (when ? [`${what} ${inMinutes(new Date(when))}`] : [])).join(', ');
}

const inMinutes = (moment: Date) => `${moment.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

type Task = (api: INestApplicationContext) => Promise<void>;

const list: Task = async (api) => {
  const open = await api.get(DisputesService).listOpen();
  if (!open.length) console.log('No dispute is open');
  open.forEach(print);
};

interface Decision {
  awardedTo: DisputeAward;
  reason: string;
}

/** As at the desk: the operator's campus counts, and the log has a line. */
const decide =
  (matchId: string, email: string, { awardedTo, reason }: Decision): Task =>
  async (api) => {
    const operator = await api.get(OperatorsService).find(email);
    if (!operator) throw new Error(`There is no operator ${email}`);
    await api
      .get(QueueService)
      .decide(operator, matchId, { awardedTo, reason })
      .catch((error: unknown) => {
        if (!(error instanceof AppError) || error.code !== 'NOT_FOUND') throw error;
        const where = operator.campus === null ? '' : ` on the campus ${operator.campus}`;
        throw new Error(`There is no dispute about this match${where}`);
      });
    console.log(`Decided: ${awardedTo === 'nobody' ? 'nobody gets' : `the ${awardedTo} gets`} the meal`);
  };

/** The task that the arguments ask for. Throws if they are wrong. */
function taskOf(args: string[]): Task {
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: { as: { type: 'string' }, reason: { type: 'string' } },
  });
  const [action, matchId, award, ...more] = positionals;
  if (!action) return list;
  const { data: awardedTo } = disputeAward.safeParse(award);
  if (action !== 'decide' || !matchId || !awardedTo || more.length) throw new Error(USAGE);
  if (values.as === undefined) throw new Error('Say who decides with --as EMAIL; the log names this operator');
  if (values.reason === undefined) throw new Error('Say why with --reason "…"; both students read it');
  const { data, error } = deskContract.desk.decide.body.safeParse({ awardedTo, reason: values.reason });
  if (!data) throw new Error(error.issues[0]!.message);
  return decide(matchId, values.as, data);
}

await runAsCommand(import.meta.url, async () => {
  const task = taskOf(process.argv.slice(2));
  await withPartOfTheApi([LimitsModule, DeskModule], task);
});
