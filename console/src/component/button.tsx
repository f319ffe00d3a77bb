// Buttons, and links that look like buttons. Each may show its keyboard shortcut.

import type { ReactNode } from 'react';
import { Button as AriaButton, type PressEvent } from 'react-aria-components';

export type Tone = 'plain' | 'primary' | 'danger' | 'quiet';

interface ButtonProps {
  readonly children: ReactNode;
  readonly onPress?: (event: PressEvent) => void;
  readonly tone?: Tone;
  readonly type?: 'button' | 'submit';
  readonly isPending?: boolean;
  readonly isDisabled?: boolean;
  readonly small?: boolean;
  /** The accessible name of a button that shows only an icon. */
  readonly label?: string;
  readonly autoFocus?: boolean;
}

export function Button(props: ButtonProps): ReactNode {
  const { children, tone = 'plain', small, label, onPress, ...rest } = props;
  const shape = [small ? 'small' : '', label === undefined ? '' : 'square'].join(' ');
  return (
    <AriaButton
      className={`button ${tone} ${shape}`}
      {...rest}
      {...(onPress === undefined ? {} : { onPress })}
      {...(label === undefined ? {} : { 'aria-label': label })}
    >
      {children}
    </AriaButton>
  );
}
