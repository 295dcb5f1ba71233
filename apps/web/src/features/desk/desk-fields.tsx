import * as mantine from '@mantine/core';
import { createContext, useContext, type ComponentType, type ReactNode } from 'react';
import * as shared from '../../shared/forms/password-field';

/** What is wrong with the fields of a form of the desk, by their names. */
export const FieldErrors = createContext<Record<string, ReactNode>>({});

const withError = <Props extends { name?: string }>(Field: ComponentType<Props>) =>
  function FieldWithError(props: Props) {
    return <Field {...props} error={useContext(FieldErrors)[props.name ?? '']} />;
  };

/** The fields of a `DeskForm`, which show what is wrong with them. */
export const TextInput = withError(mantine.TextInput);
export const Textarea = withError(mantine.Textarea);
export const NativeSelect = withError(mantine.NativeSelect);
export const PasswordField = withError(shared.PasswordField);
