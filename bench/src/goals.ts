/** How a figure stands to the least that it should be. */
export function atLeast(goal: number, actual: number, unit = ''): string {
  return verdict('>=', goal, actual - goal, unit);
}

/** How a figure stands to the most that it should be. */
export function atMost(goal: number, actual: number, unit = ''): string {
  return verdict('<=', goal, goal - actual, unit);
}

function verdict(relation: string, goal: number, margin: number, unit: string): string {
  const digits = Number.isInteger(goal) ? 0 : 2;
  const missed = `missed by ${Math.abs(margin).toFixed(digits === 0 ? 1 : digits)}${unit}`;
  return `${relation} ${goal.toFixed(digits)}${unit}: ${margin >= 0 ? 'met' : missed}`;
}
