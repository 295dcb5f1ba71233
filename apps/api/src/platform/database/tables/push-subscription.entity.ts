import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A browser that gets a student's notifications. On a shared phone, those of the student who logged in last. */
@Entity('push_subscriptions')
export class PushSubscription {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid')
  studentId!: string;

  /** The session that subscribed last: logging out of it ends the subscription. Sessions are pruned, so no foreign key. */
  @Column('uuid')
  sessionId!: string;

  /** Address of the browser at its push service. Secret: anybody who has it and the keys could send to the device. */
  @Column('text')
  endpoint!: string;

  /** SHA-256 of the endpoint. */
  @Column('bytea')
  endpointHash!: Buffer;

  /** The keys that encrypt for this browser (RFC 8291), in base64url. */
  @Column('text')
  p256dh!: string;

  @Column('text')
  auth!: string;

  /** Our key that the browser subscribed with. Its push service refuses what another one signs. */
  @Column('text')
  publicKey!: string;

  /** For the student, such as "Firefox on Windows". */
  @Column('text')
  name!: string;

  @Column('timestamptz', { default: () => 'now()' })
  createdAt!: Date;

  /** The first failure since the last success. */
  @Column('timestamptz', { nullable: true })
  failingSince!: Date | null;
}
