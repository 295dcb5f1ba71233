import * as mantine from '@mantine/core';
import { createContext, useContext, type ComponentType, type ReactNode } from 'react';
import { PasswordField as SharedPasswordField } from '../../shared/forms/password-field';

/** Error messages of a `DeskForm`, by field name. */
export const FieldErrors = createContext<Record<string, ReactNode>>({});

const withError = <Props extends { name?: string }>(Field: ComponentType<Props>) =>
  function FieldWithError(props: Props) {
    return <Field {...props} error={useContext(FieldErrors)[props.name ?? '']} />;
  };

/** The fields of a `DeskForm`, which show its errors. */
export const Checkbox = withError(mantine.Checkbox);
export const TextInput = withError(mantine.TextInput);
export const Textarea = withError(mantine.Textarea);
const NativeSelect = withError(mantine.NativeSelect);
export const PasswordField = withError(SharedPasswordField);

type SelectProps = Pick<mantine.NativeSelectProps, 'label' | 'name'> & {
  data: string[] | { value: string; label: string }[];
};

/** Starts with "Please choose" unless there is only one option, so that nobody submits the first one by accident. */
export const SelectOne = ({ data, ...field }: SelectProps) => (
  <NativeSelect
    {...field}
    aria-required
    data={data.length === 1 ? data : [{ value: '', label: 'Please choose' }, ...data]}
  />
);
