// Ready-made lines that read a collection with a token: they can be pasted as they are.

/** Lines for one tool. */
export interface Example {
  readonly id: string;
  readonly tool: string;
  /** Where they go. */
  readonly hint: string;
  readonly code: string;
}

/** The lines for curl, Python, Excel and R. `server` and `secret` hold no quotes: one is a URL, the other a token. */
export function tokenExamples(server: string, secret: string, collection: string): readonly Example[] {
  const url = `${server}/api/v1/${collection}`;
  const dates =
    collection === 'catches' ? '"caughtAt", "createdAt", "updatedAt"' : '"createdAt", "updatedAt"';
  return [
    {
      id: 'curl',
      tool: 'curl',
      hint: `In a terminal: writes ${collection}.json.`,
      code: `curl -f -H "Authorization: Bearer ${secret}" "${url}" -o ${collection}.json`,
    },
    {
      id: 'python',
      tool: 'Python',
      hint: 'With pandas: a data frame.',
      code: `import pandas as pd

${collection} = pd.read_json(
    "${url}",
    storage_options={"Authorization": "Bearer ${secret}"},
    dtype=False,
)
for column in [${dates}]:
    ${collection}[column] = pd.to_datetime(${collection}[column])
print(${collection})`,
    },
    {
      id: 'excel',
      tool: 'Excel',
      hint: 'Data, Get Data, From Other Sources, Blank Query; then Advanced Editor. Sign in as Anonymous.',
      code: `let
    Source = Json.Document(Web.Contents("${url}",
        [Headers = [Authorization = "Bearer ${secret}"]])),
    Log = Table.FromRecords(Source, null, MissingField.UseNull)
in
    Log`,
    },
    {
      id: 'r',
      tool: 'R',
      hint: 'With httr2: a data frame.',
      code: `library(httr2)

${collection} <- request("${url}") |>
  req_auth_bearer_token("${secret}") |>
  req_perform() |>
  resp_body_json(simplifyVector = TRUE)
print(${collection})`,
    },
  ];
}
