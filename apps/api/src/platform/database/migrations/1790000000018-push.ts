import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The browsers that get notifications, and which notifications were sent when their time came. */
export class Push1790000000018 implements MigrationInterface {
  async up(db: QueryRunner) {
    await db.query(`
      CREATE TABLE push_subscriptions (
        id uuid NOT NULL,
        student_id uuid NOT NULL,
        session_id uuid NOT NULL,
        endpoint text NOT NULL,
        endpoint_hash bytea NOT NULL,
        p256dh text NOT NULL,
        auth text NOT NULL,
        public_key text NOT NULL,
        name text NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        last_success_at timestamptz,
        failures smallint NOT NULL DEFAULT 0,
        CONSTRAINT pk_push_subscriptions PRIMARY KEY (id),
        CONSTRAINT uq_push_subscriptions_endpoint UNIQUE (endpoint_hash),
        CONSTRAINT fk_push_subscriptions_student FOREIGN KEY (student_id) REFERENCES students (id)
      );
      CREATE INDEX ix_push_subscriptions_student ON push_subscriptions (student_id);

      CREATE TABLE notices (
        subject_id uuid NOT NULL,
        student_id uuid NOT NULL,
        kind text NOT NULL,
        sent_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT pk_notices PRIMARY KEY (subject_id, student_id, kind),
        CONSTRAINT fk_notices_student FOREIGN KEY (student_id) REFERENCES students (id)
      );
      CREATE INDEX ix_notices_sent ON notices (sent_at)`);
  }

  async down(db: QueryRunner) {
    await db.query('DROP TABLE push_subscriptions, notices');
  }
}
