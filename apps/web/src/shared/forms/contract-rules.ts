import * as contract from '@spareswipe/contract';
import { zod4Resolver } from 'mantine-form-zod-resolver';

export type ContractRules = typeof contract;
type Schema = Parameters<typeof zod4Resolver>[0];

/** The first message of every field that breaks the contract's rules. */
export const problems = (schemaOf: (rules: ContractRules) => Schema, values: unknown) =>
  zod4Resolver(schemaOf(contract), { errorPriority: 'first' })(values as Record<string, unknown>);
