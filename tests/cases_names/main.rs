//! Names, filters and the app policy of MCP tools, through the public API.
//! Case ids are those of the project's case list.

mod apps;
mod filters;
mod hostile;
mod normalization;
