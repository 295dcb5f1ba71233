import { Injectable } from '@nestjs/common';
import {
  RELINK_DAYS_MAX,
  SIGN_ON_NOTICE_DAYS,
  type CampusSettings,
  type CampusSignOn,
} from '@spareswipe/contract/desk';
import { clockOf, institutionFromEmail, type Campus as CampusBody } from '@spareswipe/contract';
import { DataSource, LessThanOrEqual, MoreThan, type EntityManager } from 'typeorm';
import { AppError, wrongField } from '../../platform/common/app-error.js';
import { Clock } from '../../platform/common/clock.js';
import { Settings } from '../../platform/config/settings.js';
import { isAddressOf, type SignOnProvider } from '../../platform/config/sign-on-providers.js';
import { knownZone } from '../../platform/database/known-zone.js';
import { Campus } from '../../platform/database/tables/campus.entity.js';
import { nameOf, toSettings, toSignOn } from './campus-columns.js';

const DAY_MS = 24 * 60 * 60 * 1000;

/** What operators decide about a campus, and how its students see it. */
@Injectable()
export class CampusesService {
  constructor(
    private readonly db: DataSource,
    private readonly clock: Clock,
    private readonly settings: Settings,
  ) {}

  /** The campus as its students see it. */
  async one(institution: string) {
    const found = await this.db.manager.findOneByOrFail(Campus, { institution });
    const now = this.clock.now();
    const settings = toSettings(found, now);
    const { timeZone, pause, guestRules, openRequestsMax, mealsOnSale, placesOnly } = settings;
    const campus: CampusBody = {
      institution,
      name: nameOf(institution, settings),
      timeZone,
      clock: clockOf(timeZone, now),
      pause,
      guestRules,
      openRequestsMax,
      mealsOnSale,
      placesOnly,
      paymentsOn: Boolean(this.settings.STRIPE_SECRET_KEY),
    };
    return { campus };
  }

  /** The settings of a campus, locked until the transaction ends. Throws NOT_FOUND. */
  async lock(tx: EntityManager, institution: string): Promise<CampusSettings> {
    return toSettings(await locked(tx, institution), this.clock.now());
  }

  /**
   * Replaces all settings. A running pause keeps its beginning. Throws VALIDATION_FAILED if its end is not in the future, or if
   * only the campus's places are allowed but it has none, or for a time zone that the database does not know.
   */
  async set(
    tx: EntityManager,
    institution: string,
    { pause, guestRules, term, ...rest }: CampusSettings,
  ): Promise<void> {
    if (pause?.until && new Date(pause.until) <= this.clock.now())
      throw wrongField('pause.until', 'The pause must end in the future');
    if (rest.placesOnly && !rest.places.length)
      throw wrongField('places', 'Name the places to which requests are limited');
    if (rest.timeZone && !(await knownZone(tx, rest.timeZone)))
      throw wrongField('timeZone', 'Please choose another time zone');
    await tx.update(
      Campus,
      { institution },
      {
        ...rest,
        pausedAt: pause ? () => 'coalesce(paused_at, clock_timestamp())' : null,
        pauseNotice: pause?.notice ?? null,
        pausedUntil: pause?.until ?? null,
        guestRules: guestRules?.text ?? null,
        guestRulesUrl: guestRules?.url ?? null,
        mealsGivenPerTerm: term?.mealsGiven ?? null,
        termBegins: term?.begins ?? null,
      },
    );
  }

  /** Starting meals of the campus's new students; null if the campus sets none, so SIGNUP_CREDITS applies. */
  async startingMeals(tx: EntityManager, institution: string): Promise<number | null> {
    return (await tx.findOneBy(Campus, { institution }))?.startingMeals ?? null;
  }

  async assertSellsMeals(tx: EntityManager, institution: string): Promise<void> {
    if (await tx.existsBy(Campus, { institution, mealsOnSale: false })) throw new AppError('MEALS_NOT_ON_SALE');
  }

  /** The sign-on of the campus with such addresses, if passwords have ended there. */
  async requiredSignOn(tx: EntityManager, email: string): Promise<SignOnProvider | undefined> {
    const provider = this.settings.SIGN_ON.find((one) => isAddressOf(one, email));
    const ended = { institution: institutionFromEmail(email), signOnRequiredFrom: LessThanOrEqual(this.clock.now()) };
    return provider && (await tx.existsBy(Campus, ended)) ? provider : undefined;
  }

  /** Whether mailed links replace campus accounts now. */
  isRelinking(tx: EntityManager, institution: string): Promise<boolean> {
    return tx.existsBy(Campus, { institution, relinkUntil: MoreThan(this.clock.now()) });
  }

  /** Replaces the rules of the sign-on. Returns the former ones. Throws NOT_FOUND, and VALIDATION_FAILED for a wrong time. */
  async setSignOn(tx: EntityManager, institution: string, rules: CampusSignOn): Promise<CampusSignOn> {
    const before = toSignOn(await locked(tx, institution));
    const days = (iso: string) => (new Date(iso).getTime() - this.clock.now().getTime()) / DAY_MS;
    const { requiredFrom, relinkUntil } = rules;
    if (requiredFrom && requiredFrom !== before.requiredFrom && days(requiredFrom) < SIGN_ON_NOTICE_DAYS)
      throw wrongField('requiredFrom', `Passwords can end in ${SIGN_ON_NOTICE_DAYS} days at the earliest`);
    if (
      relinkUntil &&
      relinkUntil !== before.relinkUntil &&
      !(days(relinkUntil) > 0 && days(relinkUntil) <= RELINK_DAYS_MAX)
    )
      throw wrongField('relinkUntil', `Linking again can go on for ${RELINK_DAYS_MAX} days at most`);
    await tx.update(Campus, { institution }, { signOnRequiredFrom: requiredFrom, relinkUntil });
    return before;
  }

  exists(tx: EntityManager, institution: string): Promise<boolean> {
    return tx.existsBy(Campus, { institution });
  }
}

async function locked(tx: EntityManager, institution: string): Promise<Campus> {
  const campus = await tx.findOne(Campus, { where: { institution }, lock: { mode: 'pessimistic_write' } });
  if (!campus) throw new AppError('NOT_FOUND');
  return campus;
}
