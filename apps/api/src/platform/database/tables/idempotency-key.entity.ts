import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The first response to a request with an Idempotency-Key, written in the transaction that did the work. */
@Entity('idempotency_keys')
export class IdempotencyKey {
  @PrimaryColumn('uuid')
  studentId!: string;

  @PrimaryColumn('uuid')
  key!: string;

  @Column('text')
  route!: string;

  /** SHA-256 of the request's body: the same key with another body is refused. */
  @Column('bytea')
  bodyHash!: Buffer;

  /** The first response; null only inside the transaction that is still working on it. */
  @Column('jsonb', { nullable: true })
  body!: unknown;

  @Column('timestamptz', { default: () => 'now()' })
  createdAt!: Date;
}
