import { Injectable } from '@nestjs/common';
import type { CampusSettings } from '@spareswipe/contract/desk';
import type { EntityManager } from 'typeorm';
import { AppError } from '../../platform/common/app-error.js';
import { Clock } from '../../platform/common/clock.js';
import { Campus } from '../../platform/database/tables/campus.entity.js';
import { toSettings } from './campus-columns.js';

/** Changes what operators decide about a campus. */
@Injectable()
export class CampusesService {
  constructor(private readonly clock: Clock) {}

  /** The settings of a campus, locked until the transaction ends. Throws NOT_FOUND. */
  async lock(tx: EntityManager, institution: string): Promise<CampusSettings> {
    const campus = await tx.findOne(Campus, { where: { institution }, lock: { mode: 'pessimistic_write' } });
    if (!campus) throw new AppError('NOT_FOUND');
    return toSettings(campus, this.clock.now());
  }

  /** Replaces all settings. A running pause keeps its beginning. Throws VALIDATION_FAILED if its end is not in the future, or if requests are limited to no place. */
  async set(
    tx: EntityManager,
    institution: string,
    { pause, guestRules, term, ...rest }: CampusSettings,
  ): Promise<void> {
    if (pause?.until && new Date(pause.until) <= this.clock.now()) {
      const message = 'The pause must end in the future';
      throw new AppError('VALIDATION_FAILED', { message, errors: [{ path: 'pause.until', message }] });
    }
    if (rest.placesOnly && !rest.places.length) {
      const message = 'Name the places to which requests are limited';
      throw new AppError('VALIDATION_FAILED', { message, errors: [{ path: 'places', message }] });
    }
    await tx.update(
      Campus,
      { institution },
      {
        name: rest.name,
        timeZone: rest.timeZone,
        pausedAt: pause ? () => 'coalesce(paused_at, clock_timestamp())' : null,
        pauseNotice: pause?.notice ?? null,
        pausedUntil: pause?.until ?? null,
        guestRules: guestRules?.text ?? null,
        guestRulesUrl: guestRules?.url ?? null,
        openRequestsMax: rest.openRequestsMax,
        startingMeals: rest.startingMeals,
        mealsOnSale: rest.mealsOnSale,
        places: rest.places,
        placesOnly: rest.placesOnly,
        mealsGivenPerWeek: rest.mealsGivenPerWeek,
        mealsGivenPerTerm: term?.mealsGiven ?? null,
        termBegins: term?.begins ?? null,
      },
    );
  }

  /** Starting meals of the campus's new students; null if the campus sets none, so SIGNUP_CREDITS applies. */
  async startingMeals(tx: EntityManager, institution: string): Promise<number | null> {
    return (await tx.findOneBy(Campus, { institution }))?.startingMeals ?? null;
  }

  /** Throws MEALS_NOT_ON_SALE if the campus does not sell meals. */
  async assertSellsMeals(tx: EntityManager, institution: string): Promise<void> {
    if (await tx.existsBy(Campus, { institution, mealsOnSale: false })) throw new AppError('MEALS_NOT_ON_SALE');
  }

  exists(tx: EntityManager, institution: string): Promise<boolean> {
    return tx.existsBy(Campus, { institution });
  }
}
