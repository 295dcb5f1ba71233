import { MailerService } from '@nestjs-modules/mailer';
import { calendarFile, contract, type CalendarMeal } from '@spareswipe/contract';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { unseal } from './sealing.js';
import { Clock } from '../../platform/common/clock.js';
import { Settings } from '../../platform/config/settings.js';
import { Jobs } from '../../platform/jobs/jobs.js';
import { JobFailure, type Job } from '../../platform/jobs/worker.js';
import { kindOf, type MailData, type MailJob, type WantedMeal } from './mails.js';
import { mayStillHear } from './may-still-hear.js';
import { render } from './render.js';

/** Less than `expireInSeconds` of the mail queue, after which another worker gets the job: two must not send it at once. */
const SEND_TIMEOUT_MS = 15_000;

/**
 * Sends the queued mails, one job for one mail to one person. The Message-ID comes from the job: if a worker dies after
 * the mail server accepted the mail and it is sent again, mail programs can recognise the second one as the same.
 */
@Injectable()
export class MailSending implements OnApplicationBootstrap {
  constructor(
    private readonly db: DataSource,
    private readonly clock: Clock,
    private readonly jobs: Jobs,
    private readonly mailer: MailerService,
    private readonly settings: Settings,
  ) {}

  onApplicationBootstrap(): void {
    this.jobs.work<MailJob>('mail', (job) => this.send(job));
  }

  private async send({ id, data }: Job<MailJob>): Promise<void> {
    const signal = AbortSignal.timeout(SEND_TIMEOUT_MS); // started here, since the query below may wait for a connection
    if (data.mail === 'meal-wanted' && !(await this.isStillWanted(data.about))) return;
    if (data.mail === 'contacts' && !(await this.mayContact(data.about))) return;
    const { MAIL_FROM, APP_ORIGIN } = this.settings;
    const link = await this.linkOf(data);
    const mail = {
      messageId: `<${id}@${MAIL_FROM.replace(/^.*@|>$/g, '')}>`,
      from: MAIL_FROM,
      to: { name: data.to.name, address: data.to.email },
      ...render(data, { origin: APP_ORIGIN, link }),
      attachments: this.calendarFiles(data),
      headers: { 'Auto-Submitted': 'auto-generated', ...this.unsubscribeHeaders(data) },
      // Hangs up on a slow mail server; the mailer's own `timeout` would go on and also send the retry.
      signal,
    };
    await this.mailer.sendMail(mail).catch(explain);
  }

  /** Whether the student still wants alerts by mail, and the request still needs a fulfiller. */
  private async isStillWanted({ requestId, unsubscribeToken }: WantedMeal): Promise<boolean> {
    const wanted = await this.db.query<unknown[]>(
      `SELECT FROM alert_settings a JOIN students s ON s.id = a.student_id
        WHERE a.unsubscribe_token = $1 AND a.mail AND ${mayStillHear({ now: '$2', requestId: '$3' })}`,
      [unsubscribeToken, this.clock.now(), requestId],
    );
    return wanted.length > 0;
  }

  /** Whether the students may still contact each other: their match is neither called off nor disputed, and both have accounts. */
  private async mayContact({ matchId }: MailData['contacts']): Promise<boolean> {
    const matches = await this.db.query<unknown[]>(
      `SELECT FROM matches m
        WHERE m.id = $1 AND m.status <> 'cancelled'
          AND NOT EXISTS (SELECT FROM ledger.disputes WHERE match_id = m.id)
          AND NOT EXISTS (SELECT FROM students WHERE id IN (m.requester_id, m.fulfiller_id) AND deactivated_at IS NOT NULL)`,
      [matchId],
    );
    return matches.length > 0;
  }

  /**
   * A meal is published, not an invitation, since both sides have agreed already; a meal that is called off is cancelled
   * (docs/decisions/0018-calendar-files.md).
   */
  private calendarFiles(job: MailJob) {
    const { MAIL_FROM, APP_ORIGIN } = this.settings;
    const attached = (filename: string, method: 'PUBLISH' | 'CANCEL', meal: CalendarMeal) => ({
      filename,
      contentType: `text/calendar; charset=utf-8; method=${method}`,
      content: calendarFile({ ...meal, mailed: { method, from: MAIL_FROM } }, new Date()),
    });
    if (job.mail !== 'contacts')
      return kindOf(job)
        .calledOff(job.about)
        .map(({ matchId, meal }) => attached('cancelled-meal.ics', 'CANCEL', { matchId, meal }));
    const { matchId, meal, other } = job.about;
    return [attached('meal.ics', 'PUBLISH', { matchId, meal, other: other.name, url: `${APP_ORIGIN}/matches` })];
  }

  /** For the button of mail programs (RFC 8058): they POST to this address, and nobody needs to log in. */
  private unsubscribeHeaders(job: MailJob): Record<string, string> {
    const token = kindOf(job).unsubscribe(job.about);
    if (!token) return {};
    return {
      'List-Unsubscribe': `<${this.settings.APP_ORIGIN}${contract.alerts.unsubscribe.path.replace(':token', token)}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    };
  }

  private async linkOf({ about }: MailJob): Promise<string | undefined> {
    if (!('sealedLink' in about)) return undefined;
    try {
      return await unseal(about.sealedLink, this.settings.JWT_SECRET);
    } catch {
      throw new JobFailure('the link was sealed with another JWT_SECRET', true);
    }
  }
}

/**
 * A mail server's "no" to this mail is final; "not now", silence and a bad log-in are not. Only codes are kept: the
 * server's text may quote addresses.
 */
function explain(error: { code?: string; responseCode?: number }): never {
  const { code, responseCode = 0 } = error;
  const final = responseCode >= 500 && code !== 'EAUTH';
  throw new JobFailure(['SMTP', code, responseCode || undefined].filter(Boolean).join(' '), final);
}
