import type { NativeSelectProps } from '@mantine/core';
import { NativeSelect } from './desk-fields';

type Props = Pick<NativeSelectProps, 'label' | 'name'> & { data: string[] | { value: string; label: string }[] };

/** A select without a choice, unless only one is possible: what an operator decides is never what happened to be first. */
export const SelectOne = ({ data, ...field }: Props) => (
  <NativeSelect
    {...field}
    aria-required
    data={data.length === 1 ? data : [{ value: '', label: 'Please choose' }, ...data]}
  />
);
