# The longest fish of each species, and a plot of lengths over time. Needs base R alone (4.0 or later).
# CREEL_URL says where Creel is, CREEL_TOKEN holds a token where one is asked for.

base <- sub("/+$", "", Sys.getenv("CREEL_URL", "http://localhost:8080"))
token <- Sys.getenv("CREEL_TOKEN")
headers <- if (nzchar(token)) c(Authorization = paste("Bearer", token))

# CSV with just these columns; lengthCm[exists]=true leaves out what was not measured. [ and ] are %5B and %5D.
path <- "/api/v1/catches?format=csv&fields=caughtAt,species,lengthCm&lengthCm%5Bexists%5D=true&caughtAt%5Bexists%5D=true"
types <- c("character", "character", "numeric")
catches <- read.csv(url(paste0(base, path), headers = headers, encoding = "UTF-8"), colClasses = types)
if (nrow(catches) == 0) {
  message("There are no measured catches yet.")
  quit()
}
catches$caughtAt <- as.POSIXct(catches$caughtAt, format = "%Y-%m-%dT%H:%M:%OS", tz = "UTC")

catches$species[catches$species == ""] <- "unknown"

longest <- aggregate(lengthCm ~ species, catches, max)
print(longest[order(-longest$lengthCm), ], row.names = FALSE)

pdf("lengths.pdf")
plot(lengthCm ~ caughtAt, catches, col = factor(species), xlab = "", ylab = "Length (cm)")
invisible(dev.off())
