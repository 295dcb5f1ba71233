import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { DataSource } from 'typeorm';
import { Clock } from '../common/clock.js';

const MEASURE_EVERY_MS = 5000;
const ALERT_MS = 5000;
/** A slower response, after waiting for a connection, is too inexact: PostgreSQL may have read its clock at any time during the wait. */
const EXACT_MS = 1000;

/** Sets the clock of this process by PostgreSQL's. Logs an alert for operators if the clock of this host is wrong. */
@Injectable()
export class ClockOffset implements OnModuleInit {
  private readonly logger = new Logger('Clock');
  private isAlerted = false;

  constructor(
    private readonly db: DataSource,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): Promise<void> {
    return this.measure();
  }

  @Interval(MEASURE_EVERY_MS)
  async check(): Promise<void> {
    await this.measure();
    const isWrong = Math.abs(this.clock.hostOffsetMs) >= ALERT_MS;
    if (isWrong && !this.isAlerted)
      this.logger.error({ alert: 'clock-wrong', seconds: this.clock.hostOffsetMs / 1000 });
    this.isAlerted = isWrong;
  }

  /** Keeps the last measurement while PostgreSQL is away or slow. */
  private async measure(): Promise<void> {
    const sentAt = Date.now();
    const rows = await this.db
      .query<{ now: Date }[]>('SELECT clock_timestamp() AS now')
      .catch((error: unknown) => this.logger.warn(error));
    const receivedAt = Date.now();
    if (rows && receivedAt - sentAt < EXACT_MS)
      this.clock.hostOffsetMs = rows[0]!.now.getTime() - (sentAt + receivedAt) / 2;
  }
}
