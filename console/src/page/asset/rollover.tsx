// The maturity instruction of a placement, and the placements before and after it.

import type { ReactNode } from 'react';
import { useSpeech } from '../../lib/language.js';

/** The rollover of a deposit, commercial paper or bill, as returned by the lists. */
interface Rolling {
  readonly autoRollover?: boolean;
  readonly rolloverRule?: string;
  readonly parentId?: number;
  readonly childId?: number;
  readonly notRolledOverReason?: string;
}

interface RolloverTermsProps {
  readonly of: Rolling;
  /** Opens another placement of the list. */
  readonly onOpen: (id: number) => void;
}

/** Returns the terms of a rollover, keyed by their labels. */
export function useRolloverTerms({
  of,
  onOpen,
}: RolloverTermsProps): Readonly<Record<string, ReactNode>> {
  const { t, word } = useSpeech();
  const { autoRollover, rolloverRule = 'NONE', parentId, childId, notRolledOverReason } = of;
  const rolls = autoRollover === true && rolloverRule !== 'NONE';
  const link = (id: number) => (
    <button type="button" className="link" onClick={() => onOpen(id)}>
      {String(id).padStart(NUMBER_DIGITS, '0')}
    </button>
  );
  return {
    [t('income.rollover')]: rolls ? word(rolloverRule) : t('income.rollover.none'),
    ...(notRolledOverReason === undefined
      ? {}
      : { [t('income.rollover.failed')]: word(notRolledOverReason) }),
    ...(parentId === undefined ? {} : { [t('income.rollover.parent')]: link(parentId) }),
    ...(childId === undefined ? {} : { [t('income.rollover.child')]: link(childId) }),
  };
}

/** The number of digits in an instrument's number, which is its id padded with zeros. */
const NUMBER_DIGITS = 10;
