// Form fields, each with a label, an input, a hint, and the error from the server.

import { type ComponentProps, type ReactNode, useId } from 'react';

interface FieldProps {
  readonly label: string;
  readonly fieldError?: string | undefined;
  readonly hint?: ReactNode;
  readonly wide?: boolean;
}

interface Described {
  readonly id: string;
  readonly 'aria-invalid': boolean;
  readonly 'aria-describedby': string;
}

function Field(
  props: FieldProps & { readonly children: (described: Described) => ReactNode },
): ReactNode {
  const { label, fieldError, hint, wide, children } = props;
  const id = useId();
  const note = `${id}-note`;
  return (
    <div className={wide ? 'field wide' : 'field'}>
      <label htmlFor={id}>{label}</label>
      {children({ id, 'aria-invalid': fieldError !== undefined, 'aria-describedby': note })}
      <span id={note} className={fieldError === undefined ? 'hint' : 'fault'}>
        {fieldError ?? hint}
      </span>
    </div>
  );
}

type TextProps = FieldProps & Omit<ComponentProps<'input'>, 'id'> & { readonly figure?: boolean };

export function TextField(props: TextProps): ReactNode {
  const { label, fieldError, hint, wide, figure, ...rest } = props;
  return (
    <Field {...{ label, fieldError, hint, ...(wide ? { wide } : {}) }}>
      {(described) => (
        <input
          className={figure ? 'input figure' : 'input'}
          autoComplete="off"
          {...(figure ? { inputMode: 'decimal' } : {})}
          {...rest}
          {...described}
        />
      )}
    </Field>
  );
}

export function LongTextField(
  props: FieldProps & Omit<ComponentProps<'textarea'>, 'id'>,
): ReactNode {
  const { label, fieldError, hint, wide, ...rest } = props;
  return (
    <Field {...{ label, fieldError, hint, ...(wide ? { wide } : {}) }}>
      {(described) => <textarea className="input" {...rest} {...described} />}
    </Field>
  );
}

export function SelectField(props: FieldProps & Omit<ComponentProps<'select'>, 'id'>): ReactNode {
  const { label, fieldError, hint, wide, ...rest } = props;
  return (
    <Field {...{ label, fieldError, hint, ...(wide ? { wide } : {}) }}>
      {(described) => <select className="input" {...rest} {...described} />}
    </Field>
  );
}

interface SegmentProps extends Omit<ComponentProps<'input'>, 'type'> {
  readonly legend: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  /** The selected value, for a field outside a form. */
  readonly chosen?: string;
}

/** Shows a choice between a few visible options. */
export function Segment({ legend, options, chosen, ...rest }: SegmentProps): ReactNode {
  return (
    <fieldset className="field">
      <legend className="sr">{legend}</legend>
      <div className="segment">
        {options.map(({ value, label }) => (
          <label key={value}>
            <input
              type="radio"
              value={value}
              {...(chosen === undefined ? {} : { checked: chosen === value })}
              {...rest}
            />
            <span>{label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** A checkbox followed by its label. */
export function CheckField(
  props: { readonly label: string } & Omit<ComponentProps<'input'>, 'type'>,
): ReactNode {
  const { label, ...rest } = props;
  return (
    <label className="check">
      <input type="checkbox" {...rest} />
      {label}
    </label>
  );
}
