import { MailerService } from '@nestjs-modules/mailer';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { unseal } from './sealing.js';
import { Settings } from '../config/settings.js';
import { Jobs } from '../jobs/jobs.js';
import { JobFailure, type Job } from '../jobs/worker.js';
import { calendarFile } from './calendar.js';
import { subjectOf, type MailJob, type MailName, type Mails } from './mails.js';
import { render } from './render.js';

/** Less than a job may take before another worker is given it (job-queues.ts), so that two never send it at once. */
const SEND_TIMEOUT_MS = 15_000;

/**
 * Sends the queued mails. One job is one mail to one person, with a Message-ID of the job's own: should a worker die
 * between the mail server's yes and writing it down, the second delivery can be recognised as the same mail.
 */
@Injectable()
export class MailWorker implements OnApplicationBootstrap {
  constructor(
    private readonly jobs: Jobs,
    private readonly mailer: MailerService,
    private readonly settings: Settings,
  ) {}

  onApplicationBootstrap(): void {
    this.jobs.work<MailJob>('mail', (job) => this.send(job));
  }

  private async send({ id, data }: Job<MailJob>): Promise<void> {
    const links = this.links();
    const subject = subjectOf(data);
    const words = { subject, to: data.to, ...links, ...(await this.details(data)) };
    await this.mailer
      .sendMail({
        messageId: `<${id}@${this.settings.MAIL_FROM.replace(/^.*@|>$/g, '')}>`,
        from: this.settings.MAIL_FROM,
        to: { name: data.to.name, address: data.to.email },
        subject,
        ...render(data.mail, words),
        ...(isAbout(data, 'contacts') && {
          attachments: [
            {
              filename: 'meal.ics',
              contentType: 'text/calendar; charset=utf-8; method=PUBLISH',
              content: calendarFile(data.about, links.matchesLink),
            },
          ],
        }),
        headers: { 'Auto-Submitted': 'auto-generated' },
        // Hangs up on a slow mail server; the mailer's own `timeout` would let it go on and send the retry as well.
        signal: AbortSignal.timeout(SEND_TIMEOUT_MS),
      })
      .catch(explain);
  }

  private links() {
    const { APP_ORIGIN: origin } = this.settings;
    return {
      origin,
      matchesLink: `${origin}/matches`,
      requestLink: `${origin}/create-request`,
      myRequestsLink: `${origin}/my-requests`,
      browseLink: `${origin}/requests`,
    };
  }

  private async details(job: MailJob): Promise<object> {
    if (isAbout(job, 'verification') || isAbout(job, 'password-reset'))
      return { link: await this.open(job.about.sealedLink) };
    if (isAbout(job, 'contacts'))
      return { ...job.about, forRequester: job.about.youAre === 'requester', message: job.about.message ?? null };
    return job.about;
  }

  private async open(sealedLink: string): Promise<string> {
    try {
      return await unseal(sealedLink, this.settings.JWT_SECRET);
    } catch {
      throw new JobFailure('the link was sealed with another JWT_SECRET', true);
    }
  }
}

const isAbout = <Name extends MailName>(job: MailJob, name: Name): job is MailJob & { about: Mails[Name] } =>
  job.mail === name;

/** A mail server's "no" to this mail is final; "not now", silence and a bad log-in are not. Its words may quote addresses. */
function explain(error: { code?: string; responseCode?: number }): never {
  const { code, responseCode = 0 } = error;
  const final = responseCode >= 500 && code !== 'EAUTH';
  throw new JobFailure(['SMTP', code, responseCode || undefined].filter(Boolean).join(' '), final);
}
