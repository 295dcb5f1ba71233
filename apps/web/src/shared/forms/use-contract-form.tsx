import { useForm } from '@mantine/form';
import { useRef, useState, type KeyboardEvent, type ReactNode, type SubmitEvent } from 'react';
import { ApiError, networkError } from '../api/api-error';
import { loadScript } from '../load-script';
import { keepTyped, typedInto } from '../session/draft';
import { toast } from '../ui/toast';
import type { ContractRules } from './contract-rules';

const fetchRules = () => import('./contract-rules');
const loadRules = () =>
  loadScript(fetchRules).catch(() => {
    throw networkError();
  });

type SchemaOf = Parameters<Awaited<ReturnType<typeof loadRules>>['problems']>[0];

/** A submit of the same values so soon after a success repeats it: the second tap, on a dialog that is closing. */
const REPEATS_WITHIN_MS = 1000;

interface Options<Values> {
  initialValues: Values;
  /** The contract's schema for this form, the only source of its rules and messages: `(rules) => rules.login`. */
  schema: (rules: ContractRules) => ReturnType<SchemaOf>;
  /** Sends the values. An ApiError has been toasted already; its field errors are shown on the fields. */
  submit: (values: Values) => Promise<unknown>;
  /** Called with every change of a value, by typing or by script. */
  onChange?: (values: Values) => void;
  /** Fields that survive Back, a closed dialog and a reload of this tab until they are sent; forms of one name share them. */
  kept?: { as: string; fields: (keyof Values & string)[] };
}

/** The control of the first wrong field. */
const firstWrong = (form: HTMLFormElement, errors: Record<string, unknown>) =>
  Array.from(form.elements)
    .filter((element) => element instanceof HTMLElement)
    .find((element) => (element.getAttribute('name') ?? '') in errors);

/**
 * A form over a schema of the contract. Its input survives every failure, a second submit while one is under way or right
 * after it succeeded does nothing, and the first wrong field gets the focus.
 */
export function useContractForm<Values extends Record<string, unknown>>({
  initialValues,
  schema,
  submit,
  onChange,
  kept,
}: Options<Values>) {
  const keptOf = (values: object) =>
    Object.fromEntries(Object.entries(values).filter(([name]) => kept?.fields.includes(name)));
  const [typed] = useState(() => (kept ? keptOf(typedInto(kept.as)) : {}));
  const form = useForm<Values>({
    initialValues: { ...initialValues, ...typed },
    onValuesChange: (values) => {
      onChange?.(values);
      if (kept) keepTyped(kept.as, { ...typedInto(kept.as), ...keptOf(values) });
    },
  });
  const busy = useRef(false);
  const sent = useRef({ values: '', at: -Infinity });
  const [isSubmitting, setSubmitting] = useState(false);

  // A field that gets the focus is read with its error. One that has it already is not, so there the error is an alert.
  const [alert, setAlert] = useState({ name: '', count: 0 });
  function show(errors: Record<string, ReactNode>, element: HTMLFormElement) {
    const first = firstWrong(element, errors);
    const isFocused = first !== undefined && first === document.activeElement;
    setAlert(({ count }) => ({ name: (isFocused && first.getAttribute('name')) || '', count: count + 1 }));
    form.setErrors(errors);
    first?.focus();
  }

  async function check(element: HTMLFormElement) {
    const errors = (await loadRules()).problems(schema, form.getValues());
    show(errors, element);
    return Object.keys(errors).length === 0;
  }

  async function send(element: HTMLFormElement) {
    try {
      const values = form.getValues();
      await submit(values);
      sent.current = { values: JSON.stringify(values), at: performance.now() };
      if (kept) keepTyped(kept.as);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const errors = Object.fromEntries(error.errors.map(({ path, message }) => [path, message]));
      show(errors, element);
    }
  }

  async function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const element = event.currentTarget;
    const isRecent = performance.now() - sent.current.at < REPEATS_WITHIN_MS;
    if (busy.current || (isRecent && sent.current.values === JSON.stringify(form.getValues()))) return;
    busy.current = true;
    setSubmitting(true);
    try {
      if (await check(element)) await send(element);
    } catch (error) {
      // the rules themselves could not be loaded
      if (!(error instanceof ApiError)) throw error;
      toast.failure(error.message);
    } finally {
      busy.current = false;
      setSubmitting(false);
    }
  }

  function field(name: keyof Values & string) {
    const error = form.errors[name];
    // a new element each time, so that the same words are heard again
    const spoken = (
      <span key={alert.count} role="alert">
        {error}
      </span>
    );
    return { name, ...form.getInputProps(name), ...(error && name === alert.name && { error: spoken }) };
  }

  return {
    form,
    isSubmitting,
    /** Spread on the <form>; the contract's messages replace the browser's. */
    formProps: {
      onSubmit: (event: SubmitEvent<HTMLFormElement>) => void onSubmit(event),
      // loads the rules before they are needed
      onFocus: () => void fetchRules().catch(() => undefined),
      // Enter confirms a choice of a group, and would send the form before it was meant
      onKeyDown: (event: KeyboardEvent<HTMLFormElement>) => {
        if (event.key === 'Enter' && (event.target as HTMLInputElement).type === 'radio') event.preventDefault();
      },
      noValidate: true,
    },
    /** Spread on an input: value, error and `name`. */
    field,
    /** Spread on a checkbox. */
    checkbox: (name: keyof Values & string) => ({ name, ...form.getInputProps(name, { type: 'checkbox' }) }),
  };
}
