import type { ChangeCampus } from '@spareswipe/contract/desk';
import { auditLedger } from '../../src/ledger/audit/invariants.js';
import { ok } from './responses.js';
import { exchangesIn } from './exchanges.js';
import { operatorsIn, type GivenOperator } from './operators.js';
import { startApi } from './start-api.js';

export const REASON = 'The reader at the hall was broken.';
/** The settings of a campus where nothing is set. */
export const NO_SETTINGS = {
  name: null,
  timeZone: null,
  pause: null,
  guestRules: null,
  openRequestsMax: null,
  startingMeals: null,
  mealsOnSale: true,
  places: [],
  placesOnly: false,
  mealsGivenPerWeek: null,
  term: null,
};
export const about = ({ id }: { id: string }) => ({ params: { id } });

/** An API with operators of the campuses `state` and `other`, and one of all campuses, for tests of the desk. */
export async function openDesk(settings?: Record<string, string>) {
  const api = await startApi(settings && { settings });
  const exchanges = exchangesIn(api);
  const { given } = exchanges;
  const operators = operatorsIn(api);
  await given.student({ institution: 'state' });
  await given.student({ institution: 'other' });
  const [ines, elsewhere, platform] = [
    await operators.operator('state'),
    await operators.operator('other'),
    await operators.operator(null),
  ];
  const desk = (operator: GivenOperator = ines) => operators.as(operator).desk;
  /** Sets these settings of a campus as its operator, and clears the others. */
  const setCampus = async (id: string, settings: Partial<ChangeCampus>, operator?: GivenOperator) => {
    const { campuses } = ok(await desk(platform).campuses({ query: { search: id, limit: 50 } }));
    const before = campuses.find(({ institution }) => institution === id)!;
    return desk(operator).changeCampus({
      ...about({ id }),
      body: { reason: REASON, ...NO_SETTINGS, before, ...settings },
    });
  };
  const profile = async (student: { id: string }) => ok(await desk(platform).student(about(student))).student;
  return {
    api,
    given,
    exchanges,
    operators,
    ines,
    elsewhere,
    platform,
    desk,
    profile,
    setCampus,
    creditsOf: exchanges.creditsOf,
    mailTo: (student: { email: string }, subject: string) => api.inbox.waitForMail(student.email, subject),
    lastLine: async (student: { id: string }) => (await profile(student)).log[0]!,
  };
}

/** Opens it for all tests of a file. After each, the clock is right again, and the ledger is checked. */
export async function startDesk() {
  const office = await openDesk();
  const { api } = office;
  afterEach(async () => {
    await api.aheadBy(0);
    expect(await auditLedger(api.db.pool)).toEqual([]);
  });
  afterAll(() => api.stop());
  return office;
}
