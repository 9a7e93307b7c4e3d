/** Path under which every operation of the API lies. */
export const API_PATH = '/api/v3';
