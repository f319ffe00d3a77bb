// Brings waiting reports into the members' sessions: one delivery at a time for each member.

/** Sends one portion of what waits for a member; says whether there may be more. */
type SendPortion = (member: string) => Promise<boolean>;

export interface Delivery {
  /**
   * Starts to deliver, or has a delivery under way look again. Failures are reported, not thrown.
   */
  deliver(member: string): void;
  /** Resolves when no delivery is under way. */
  settled(): Promise<void>;
}

/**
 * Makes the deliveries of an exchange. A member who is not logged on keeps the reports in the
 * tables; the next logon asks again.
 */
export function createDelivery(
  send: SendPortion,
  settings: {
    readonly roundsMax: number;
    readonly onFailure: (member: string, error: unknown) => void;
  },
): Delivery {
  const underWay = new Map<string, Promise<void>>();
  const askedAgain = new Set<string>();
  const run = async (member: string) => {
    for (let round = 0; round < settings.roundsMax; round += 1) {
      askedAgain.delete(member);
      const more = await send(member);
      if (!more && !askedAgain.has(member)) return;
    }
  };
  const deliver = (member: string) => {
    askedAgain.add(member);
    if (underWay.has(member)) return;
    const running = run(member)
      .catch((error: unknown) => settings.onFailure(member, error))
      .finally(() => underWay.delete(member));
    underWay.set(member, running);
  };
  return {
    deliver,
    settled: async () => {
      await Promise.all(underWay.values());
    },
  };
}
