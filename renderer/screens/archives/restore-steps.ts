/** The steps of a restore as they are shown. */
export const restoreSteps = ['Choices', 'Restore', 'Result'] as const;
